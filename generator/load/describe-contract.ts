/**
 * Describes a contract as the value that servers, checks and pages read at run time. Nothing is compiled or sampled
 * before it is used.
 */
import { errorExampleIn } from '../describe/error-example.ts';
import type { ResourceGraph } from '../../contract/resources/graph.ts';
import { createLazyRecord } from '../../contract/lazy-record.ts';
import type { Contract, EventUnion } from '../../contract/contract.ts';
import type { Check, SchemaCheck } from '../../templates/runtime/schema-check.ts';
import type { ServiceDescription } from '../../templates/runtime/server/service.ts';
import { taggedCheck } from '../../templates/runtime/tagged-check.ts';
import type { ContractModel, EventStreamDecl } from '../model/contract-model.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { createLazyChecks, createLooseChecks } from '../emit/validators/lazy-checks.ts';
import { libraryOf } from '../emit/validators/validators.ts';
import { createContractShapes, type ContractShapes } from '../schema/shape/contract-shapes.ts';
import { describeOperation } from '../describe/operations.ts';
import { describeProvenance } from '../describe/provenance.ts';
import { createSampleModule } from './sample-module.ts';
import { describeResourceGraph } from '../describe/resource-graph.ts';
import { describeScheme, describeStream } from '../describe/service.ts';
import { describeLinks, describeTests } from '../describe/tests.ts';

/** Describes a contract; `graph` has its resources if they are known. Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported, when a sample is first used). */
export function describeContract(
  model: ContractModel,
  report: Report,
  graph: ResourceGraph | null = null,
): Contract {
  let resources: ResourceGraph | null = graph;
  const checks = describeChecks(model);
  const shapes = createContractShapes(model);
  const { places, marks, assumptions } = describeProvenance(model);
  const isMarked = Object.keys(marks).length > 0;
  const samples = createSampleModule(model, checks, shapes, report);
  return {
    title: model.title,
    version: model.version,
    versions: model.versions,
    documents: model.documents,
    servers: model.servers.map(({ address }) => address),
    service: describeService(model, checks),
    checks,
    matchesSome: createLooseChecks(libraryOf(model).library),
    shapes: describeShapes(model, shapes),
    loadSamples: () => Promise.resolve(samples),
    unions: Object.fromEntries(model.streams.map((stream) => [stream.name, describeUnion(stream)])),
    extensions: model.extensions,
    errorExample: errorExampleIn(model.description),
    rejectsMethods: statesMethods(model.description),
    texts: {
      api: model.description ?? '',
      operations: createLazyRecord(
        model.operations.map((operation) => [operation.id, operation]),
        ({ summary, description }) => `${summary ?? ''}\n\n${description ?? ''}`,
      ),
    },
    places,
    links: describeLinks(model),
    get resources() {
      resources ??= describeResourceGraph(model);
      return resources;
    },
    tests: describeTests(model),
    provenance: isMarked ? { marks, assumptions } : null,
  };
}

type Checks = Readonly<Record<string, Check<unknown>>>;

function describeChecks(model: ContractModel): Checks {
  const { checked, library } = libraryOf(model);
  return createLazyRecord(
    checked.checks.map((declaration) => [declaration.name, declaration]),
    createLazyChecks(library),
  );
}

function describeService(model: ContractModel, checks: Checks): ServiceDescription {
  const checkOf = (name: string): SchemaCheck => checkNamed(checks, name);
  return {
    operations: model.operations.map((operation) => describeOperation(operation, checkOf)),
    securitySchemes: model.securitySchemes.map(describeScheme),
    streams: Object.fromEntries(
      model.streams.map((stream) => [
        stream.name,
        { ...describeStream(stream, model), check: eventCheck(stream, model, checks) },
      ]),
    ),
    handlerNames: {},
  };
}

/** Creates the check of an event: by its tag if every event has one. */
function eventCheck(stream: EventStreamDecl, model: ContractModel, checks: Checks): SchemaCheck {
  const { name, tag, events, place } = stream;
  const names = new Map(model.checks.map((check) => [check.component, check.name]));
  const cases = events.flatMap(({ type, schema }): [string, Check<unknown>][] => {
    const check = names.get(schema);
    return check === undefined ? [] : [[type, checkNamed(checks, check)]];
  });
  if (tag === null || cases.length < events.length) return checkNamed(checks, stream.check);
  return taggedCheck({ name, pointer: place.file + place.pointer, tag, cases: new Map(cases) });
}

function describeUnion({ tag, events, terminal, pausing, keepalive }: EventStreamDecl): EventUnion {
  return {
    tag,
    types: events.map(({ type }) => type),
    terminal: new Set(terminal),
    pausing: new Set(pausing),
    keepalive: new Set(keepalive),
  };
}

function describeShapes(model: ContractModel, shapes: ContractShapes): Contract['shapes'] {
  return {
    checks: createLazyRecord(
      libraryOf(model).checked.checks.map((check) => [check.name, check]),
      (check) =>
        check.component === null ? shapes.shapeOfCheck(check) : { kind: 'named', name: check.component },
    ),
    schemas: createLazyRecord(
      model.schemas.map(({ name }) => [name, name]),
      shapes.shapeOf,
    ),
  };
}

function checkNamed(checks: Checks, name: string): Check<unknown> {
  const check = checks[name];
  if (check === undefined) throw new Error(`The contract has no check ${name}.`);
  return check;
}

/** Returns whether a text states that other methods are rejected with 405. */
function statesMethods(text: string | null): boolean {
  return (text ?? '')
    .split(/[.;](?=\s|$)/)
    .some((each) => /\b405\b/.test(each) && /\bmethods?\b/i.test(each));
}
