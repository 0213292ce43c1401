/**
 * Every template with its output and its view.
 */
import {
  indexFields,
  eventsFields,
  manifestFields,
  pathsFields,
  provenanceFields,
  typesFields,
} from './contract-views.ts';
import { apiFields, clientFields, conversionsFields, tanstackFields } from './client-views.ts';
import type { Fields, ViewOf } from './field.ts';
import { handlerFields, operationsFields, serverFields, webhooksFields } from './server-views.ts';
import { arbitrariesFields, mswFields, samplesFields } from './test-views.ts';

/** A template. Shape: `about` describes its file, without a full stop. */
export interface DescribedTemplate {
  readonly about: string;
  readonly fields: Fields;
}

/** Every template by the name of its output file. */
export const describedTemplates = {
  'types.ts': { about: 'Every schema as a type', fields: typesFields },
  'events.ts': {
    about: 'The events of each stream: their names, guards, and which of them end or pause it',
    fields: eventsFields,
  },
  'operations.ts': {
    about: 'The operations as data, for a server at run time',
    fields: operationsFields,
  },
  'server.ts': {
    about: 'The types of requests and responses, and the interface of all handlers',
    fields: serverFields,
  },
  'handler.ts': { about: 'The entry point of a server, typed for its credentials', fields: handlerFields },
  'webhooks.ts': {
    about: 'The bodies of webhooks and callbacks, and their receiver',
    fields: webhooksFields,
  },
  'client.ts': {
    about: 'A function for each operation, with the types of its input and result',
    fields: clientFields,
  },
  'conversions.ts': {
    about: 'Where the client converts values, with `dates` or `int64`',
    fields: conversionsFields,
  },
  'api.ts': { about: 'The functions of the client as methods of one object', fields: apiFields },
  'manifest.ts': { about: 'The contents of the contract, for tests and tools', fields: manifestFields },
  'samples.ts': {
    about: 'A valid value for each validator, and a request and responses of each operation',
    fields: samplesFields,
  },
  'arbitraries.ts': {
    about: 'Generators of valid and invalid values, for fast-check',
    fields: arbitrariesFields,
  },
  'provenance.ts': {
    about: 'The source position and the provenance of each part of the contract',
    fields: provenanceFields,
  },
  'paths.ts': {
    about: 'The operations as types by path and by id, for libraries such as openapi-fetch',
    fields: pathsFields,
  },
  'msw.ts': { about: 'Handlers of MSW for each operation', fields: mswFields },
  'tanstack.ts': { about: 'Options of TanStack Query for each operation', fields: tanstackFields },
  'index.ts': { about: 'One file that re-exports types, events and handlers', fields: indexFields },
} as const satisfies Readonly<Record<string, DescribedTemplate>>;

/** The name of a template. */
export type TemplateName = keyof typeof describedTemplates;

/** The view of each template. */
export type TemplateViews = {
  readonly [Name in TemplateName]: ViewOf<(typeof describedTemplates)[Name]['fields']>;
};
