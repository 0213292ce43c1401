/**
 * Every template with what it makes and what it is given.
 */
import {
  indexFields,
  eventsFields,
  manifestFields,
  provenanceFields,
  typesFields,
} from './contract-views.ts';
import { apiFields, clientFields } from './client-views.ts';
import type { Fields, ViewOf } from './field.ts';
import { handlerFields, operationsFields, serverFields } from './server-views.ts';
import { arbitrariesFields, samplesFields } from './test-views.ts';

/** A template. Shape: `about` says what its file is for, without a dot. */
export interface DescribedTemplate {
  readonly about: string;
  readonly fields: Fields;
}

/** Every template by its name, which is also the name of its file in the output. */
export const describedTemplates = {
  'types.ts': { about: 'Every schema as a type', fields: typesFields },
  'events.ts': {
    about: 'The events of each stream: their names, guards, and which of them end or pause it',
    fields: eventsFields,
  },
  'operations.ts': {
    about: 'What a server must know of the operations when it runs',
    fields: operationsFields,
  },
  'server.ts': {
    about: 'The types of requests and replies, and the interface of all handlers',
    fields: serverFields,
  },
  'handler.ts': { about: 'The entry of a server, typed for its credentials', fields: handlerFields },
  'client.ts': {
    about: 'A function for each operation, with what it takes and answers',
    fields: clientFields,
  },
  'api.ts': { about: 'The functions of the client as methods of one object', fields: apiFields },
  'manifest.ts': { about: 'What the contract holds, for tests and tools', fields: manifestFields },
  'samples.ts': {
    about: 'A valid value of each check, and a request and replies of each operation',
    fields: samplesFields,
  },
  'arbitraries.ts': { about: 'What makes any number of valid and invalid values', fields: arbitrariesFields },
  'provenance.ts': {
    about: 'Where each part of the contract is written, and what it rests on',
    fields: provenanceFields,
  },
  'index.ts': { about: 'One file that hands on types, events and handlers', fields: indexFields },
} as const satisfies Readonly<Record<string, DescribedTemplate>>;

/** The name of a template. */
export type TemplateName = keyof typeof describedTemplates;

/** What each template is given, by its name. */
export type TemplateViews = {
  readonly [Name in TemplateName]: ViewOf<(typeof describedTemplates)[Name]['fields']>;
};
