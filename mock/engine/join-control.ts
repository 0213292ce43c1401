/** Joins the control API of every mock with the one that an API adds. */
import type { SampleModule } from '../../contract/contract.ts';
import { invalidControlRequests } from '../control/all.ts';
import type { ContractParts } from '../http/operation.ts';
import type { ControlExtension } from '../plugin.ts';

/** Returns one contract. Shape: operations without a handler are left out. */
export function joinControl(own: ControlExtension, added: ControlExtension | undefined): ContractParts {
  const all = added === undefined ? [own] : [own, added];
  const descriptions = all.map(({ description }) => description);
  const schemes = descriptions.flatMap(({ securitySchemes }) => securitySchemes);
  return {
    description: {
      operations: all.flatMap(({ description, handlers }) =>
        description.operations.filter(({ id }) => Object.hasOwn(handlers, id)),
      ),
      securitySchemes: [...new Map(schemes.map((scheme) => [scheme.name, scheme])).values()],
      streams: mergeAll(descriptions.map(({ streams }) => streams)),
      handlerNames: mergeAll(descriptions.map(({ handlerNames }) => handlerNames)),
    },
    handlers: mergeAll(all.map(({ handlers }) => handlers)),
    errors: 'mock',
    invalidRequestHandlers: invalidControlRequests,
    loadSamples: async () => joinSamples(await Promise.all(all.map(({ loadSamples }) => loadSamples()))),
  };
}

function joinSamples(modules: readonly SampleModule[]): SampleModule {
  return {
    samples: mergeAll(modules.map(({ samples }) => samples)),
    events: mergeAll(modules.map(({ events = {} }) => events)),
    operationSamples: mergeAll(modules.map(({ operationSamples = {} }) => operationSamples)),
  };
}

function mergeAll<Part extends object>(parts: readonly Part[]): Part {
  return Object.assign({}, ...parts) as Part;
}
