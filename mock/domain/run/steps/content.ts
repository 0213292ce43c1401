/**
 * What a run shows beside its answer: artifacts, media, shared state, sources, events of its own.
 */
import type { MediaStep } from '../../scenario-steps.ts';
import { between, emit } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { quoteJson, quoteMap, quoteText } from '../quote.ts';
import { cutIntoDeltas } from '../usage.ts';
import type { Expanders } from './expander.ts';

/** The steps that show something. */
export const content: Expanders<'artifact' | 'media' | 'state' | 'source' | 'custom'> = {
  artifact(composition, { type: artifactType, title, file, component, text = '', updates = [] }) {
    const { run, source } = composition;
    const id = source.nextId('art');
    emit(composition, {
      type: 'artifact_start',
      id,
      artifactType,
      ...(title !== undefined && { title: quoteText(title, run) }),
      ...(file !== undefined && { file: { ...file } }),
      ...(component !== undefined && { component }),
    });
    for (const delta of cutIntoDeltas(quoteText(text, run))) {
      emit(composition, { type: 'artifact_delta', id, delta }, between(composition, 10, 40));
    }
    for (const props of updates) {
      emit(
        composition,
        { type: 'artifact_update', id, component: component ?? '', props: quoteMap(props, run) },
        between(composition, 150, 500),
      );
    }
    emit(composition, { type: 'artifact_complete', id });
  },

  media(composition, media) {
    const { mediaType, data, url } = media;
    const id = composition.source.nextId('media');
    const tool = toolOf(composition, media);
    emit(composition, { type: 'media_start', id, mediaType, role: 'assistant', ...tool });
    for (const delta of mediaParts(media)) {
      emit(composition, { type: 'media_delta', id, delta }, between(composition, 40, 120));
    }
    emit(composition, {
      type: 'media_complete',
      id,
      mediaType,
      ...(data !== undefined && { data }),
      ...(url !== undefined && { url }),
      ...tool,
    });
  },

  state(composition, { snapshot, patch }) {
    const { run } = composition;
    const iteration = run.turn === null ? {} : { iteration: run.turn.iteration };
    if (snapshot !== undefined)
      emit(composition, { type: 'state_snapshot', state: quoteMap(snapshot, run), ...iteration });
    if (patch !== undefined) {
      const operations = patch.map((operation) =>
        'value' in operation ? { ...operation, value: quoteJson(operation.value, run) } : operation,
      );
      emit(composition, { type: 'state_delta', patch: operations, ...iteration });
    }
  },

  source(composition, source) {
    emit(composition, { type: 'source', id: composition.source.nextId('src'), ...source });
  },

  custom(composition, { name, value }) {
    const told = value === undefined ? {} : { value: quoteJson(value, composition.run) };
    emit(composition, { type: 'custom', name, ...told });
  },
};

function toolOf({ run }: Composition, { ofTool = false }: MediaStep): { readonly toolCallId?: string } {
  return ofTool && run.lastCallId !== null ? { toolCallId: run.lastCallId } : {};
}

/** Units: characters of one part. */
const partLength = 48;

/** Cuts media into parts that joined are a data URI. */
function mediaParts({ mediaType, data, stream = false }: MediaStep): string[] {
  if (!stream || data === undefined) return [];
  return `data:${mediaType};base64,${data}`.match(new RegExp(`.{1,${partLength}}`, 'gsu')) ?? [];
}
