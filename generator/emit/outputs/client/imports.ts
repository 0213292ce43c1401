/** Lists what the client imports from its runtime, file by file. */
import type { ClientNames } from '../../../naming/client-names.ts';
import { joinText, ts, TsText } from '../../../print/ts-text.ts';
import { pageForms } from './pagination.ts';
import type { ClientView } from './view.ts';

function formsIn(file: string): readonly string[] {
  return Object.entries(pageForms).flatMap(([name, place]) => (place === file ? [name] : []));
}

/** The names that each file of the runtime exports for clients. */
const sources: readonly {
  readonly file: string;
  readonly names: readonly string[];
  readonly isType: boolean;
}[] = [
  { file: 'client/api-response', names: ['ApiResponse', 'ApiErrorOf'], isType: true },
  { file: 'client/auth', names: ['Credential', 'UserAndPassword'], isType: true },
  {
    file: 'client/auth',
    names: ['basic', 'bearer', 'keyInCookie', 'keyInHeader', 'keyInQuery'],
    isType: false,
  },
  { file: 'client/call', names: ['Call', 'Scheme'], isType: true },
  {
    file: 'client/client',
    names: ['CallOptions', 'Client', 'ClientConfig', 'ConfigHeaders', 'SentHeaders'],
    isType: true,
  },
  { file: 'client/client', names: ['openClient'], isType: false },
  {
    file: 'conversion/convert',
    names: ['decoderOf', 'encoderOf', 'encodingWriter', 'parserOf'],
    isType: false,
  },
  { file: 'media-type', names: ['coversJson', 'coversMediaType'], isType: false },
  { file: 'client/errors', names: ['isApiErrorOf'], isType: false },
  { file: 'client/streams/event-sequence', names: ['EventSequence', 'SequenceOptions'], isType: true },
  { file: 'client/streams/event-sequence', names: ['openStream'], isType: false },
  { file: 'conversion/xml', names: ['parseXml', 'writeXml', 'xmlParser'], isType: false },
  { file: 'conversion/exact-integers', names: ['exactParserOf'], isType: false },
  { file: 'client/input', names: ['Input', 'InputWithSent'], isType: true },
  { file: 'client/long-poll', names: ['PollOptions'], isType: true },
  { file: 'client/long-poll', names: ['longPoll'], isType: false },
  {
    file: 'client/parameter-places',
    names: ['inCookie', 'inHeader', 'inPath', 'inQuery'],
    isType: false,
  },
  {
    file: 'client/read-values',
    names: [
      'headerBoolean',
      'headerInteger',
      'headerNumber',
      'headerText',
      'readBytes',
      'readText',
      'readTextOrJson',
    ],
    isType: false,
  },
  { file: 'client/property-path', names: ['ItemAt'], isType: true },
  { file: 'client/bind', names: ['bind'], isType: false },
  { file: 'client/paginate', names: ['Pages'], isType: true },
  { file: 'client/paginate', names: ['paginate'], isType: false },
  { file: 'client/paging/by-parameter', names: formsIn('by-parameter'), isType: false },
  { file: 'client/paging/by-address', names: formsIn('by-address'), isType: false },
  {
    file: 'client/streams/read-event',
    names: ['readFrameEvent', 'readJsonEvent', 'readTextEvent'],
    isType: false,
  },
  { file: 'client/streams/read-lines', names: ['createLineReader', 'createRecordReader'], isType: false },
  { file: 'client/streams/resume', names: ['StreamCall'], isType: true },
  { file: 'client/streams/resume', names: ['wantsStream', 'withoutStream'], isType: false },
  {
    file: 'client/spread',
    names: ['inBrackets', 'inOneField', 'joinedBy', 'keepReserved', 'underOwnNames'],
    isType: false,
  },
  { file: 'client/send', names: ['send'], isType: false },
  { file: 'client/write-body', names: ['ByteBody', 'FormBody', 'ItemsBody'], isType: true },
  {
    file: 'client/write-body',
    names: [
      'formWriter',
      'itemsWriter',
      'keyOrNew',
      'writeBytes',
      'writeForm',
      'writeItems',
      'writeJson',
      'writeText',
    ],
    isType: false,
  },
  { file: 'client/forms/write-multipart', names: ['MultipartBody'], isType: true },
  { file: 'client/forms/write-multipart', names: ['multipartWriter', 'writeMultipart'], isType: false },
];

/** Creates the views of the imports that the file uses. */
export function clientImports(names: ClientNames): ClientView['imports'] {
  const used = names.used();
  return sources.flatMap(({ file, names: exported, isType }) => {
    const wanted = exported.filter((name) => used.has(name));
    if (wanted.length === 0) return [];
    return [
      {
        keyword: isType ? ts`import type` : ts`import`,
        names: joinText(
          wanted.map((name) => names.imported(name)),
          ', ',
        ),
        file: TsText.trust(`${file}.ts`),
      },
    ];
  });
}
