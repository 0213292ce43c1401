/** Lists what the client imports from its runtime, file by file. */
import type { ClientNames } from '../../../naming/client-names.ts';
import { joinText, ts, TsText } from '../../../print/ts-text.ts';
import { pageForms } from './pagination.ts';
import type { ClientView } from './view.ts';

function formsIn(file: string): readonly string[] {
  return Object.entries(pageForms).flatMap(([name, place]) => (place === file ? [name] : []));
}

interface Source {
  readonly types?: readonly string[];
  readonly values?: readonly string[];
}

/** The names that each file of the runtime exports for clients. */
const sources: Readonly<Record<string, Source>> = {
  'client/api-response': { types: ['ApiResponse', 'ApiErrorOf'] },
  'client/auth': {
    types: ['Credential', 'UserAndPassword'],
    values: ['basic', 'bearer', 'keyInCookie', 'keyInHeader', 'keyInQuery'],
  },
  'client/call': { types: ['Call', 'Scheme'] },
  'client/client': {
    types: ['CallOptions', 'Client', 'ClientConfig', 'ConfigHeaders', 'SentHeaders'],
    values: ['openClient'],
  },
  'conversion/convert': { values: ['decoderOf', 'encoderOf', 'encodingWriter', 'parserOf'] },
  'media-type': { values: ['coversJson', 'coversMediaType'] },
  'client/errors': { values: ['isApiErrorOf'] },
  'client/streams/event-sequence': { types: ['EventSequence', 'SequenceOptions'], values: ['openStream'] },
  'conversion/xml': { values: ['parseXml', 'writeXml', 'xmlParser'] },
  'conversion/exact-integers': { values: ['exactParserOf'] },
  'client/input': { types: ['Input', 'InputWithSent'] },
  'client/long-poll': { types: ['PollOptions'], values: ['longPoll'] },
  'client/parameter-places': { values: ['inCookie', 'inHeader', 'inPath', 'inQuery'] },
  'client/read-values': {
    values: [
      ...['headerBoolean', 'headerInteger', 'headerNumber', 'headerText'],
      ...['readBytes', 'readText', 'readTextOrJson'],
    ],
  },
  'client/property-path': { types: ['ItemAt'] },
  'client/bind': { values: ['bind'] },
  'client/paginate': { types: ['Pages'], values: ['paginate'] },
  'client/paging/by-parameter': { values: formsIn('by-parameter') },
  'client/paging/by-address': { values: formsIn('by-address') },
  'client/streams/read-event': { values: ['readFrameEvent', 'readJsonEvent', 'readTextEvent'] },
  'client/streams/read-lines': { values: ['createLineReader', 'createRecordReader'] },
  'client/streams/resume': { types: ['StreamCall'], values: ['wantsStream', 'withoutStream'] },
  'client/spread': {
    values: ['inBrackets', 'inOneField', 'joinedBy', 'keepReserved', 'underOwnNames'],
  },
  'client/send': { values: ['send'] },
  'client/write-body': {
    types: ['ByteBody', 'FormBody', 'ItemsBody'],
    values: [
      ...['formWriter', 'itemsWriter', 'keyOrNew'],
      ...['writeBytes', 'writeForm', 'writeItems', 'writeJson', 'writeText'],
    ],
  },
  'client/forms/write-multipart': {
    types: ['MultipartBody'],
    values: ['multipartWriter', 'writeMultipart'],
  },
};

/** Creates the views of the imports that the file uses. */
export function clientImports(names: ClientNames): ClientView['imports'] {
  const used = names.used();
  const importOf = (file: string, keyword: TsText, exported: readonly string[]) => {
    const wanted = exported.filter((name) => used.has(name)).map((name) => names.imported(name));
    return wanted.length === 0
      ? []
      : [{ keyword, names: joinText(wanted, ', '), file: TsText.trust(`${file}.ts`) }];
  };
  return Object.entries(sources).flatMap(([file, { types = [], values = [] }]) => [
    ...importOf(file, ts`import type`, types),
    ...importOf(file, ts`import`, values),
  ]);
}
