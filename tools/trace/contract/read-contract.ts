/** Reads the two documents of the contract, and the file of each part. */
import { openContract } from '../../read-contract.ts';
import { type DocumentNode, childNode, childNodes, isObject, nodeAt, rootNode } from './document.ts';

export interface Contract {
  readonly openapi: DocumentNode;
  readonly asyncapi: DocumentNode;
  /** Problems in reading the documents; empty when there are none. */
  readonly problems: readonly string[];
  /** Returns the file that a pointer into a bundled document comes from, relative to the contract's folder. */
  readonly fileOf: (pointer: string) => string;
}

/**
 * Reads `openapi.yaml` and `asyncapi.yaml` of a folder.
 *
 * Errors: throws when a document cannot be read or parsed; unresolved references are in `problems`.
 */
export async function readContract(folder: string): Promise<Contract> {
  const paths = { openapi: 'openapi.yaml', asyncapi: ['asyncapi.yaml'] };
  const { documents, problems } = await openContract(paths, folder);
  const [openapi, asyncapi] = documents;
  if (openapi === undefined || asyncapi === undefined) throw new Error(problems.join('\n'));
  return {
    openapi: rootNode(openapi.root),
    asyncapi: rootNode(asyncapi.root),
    problems,
    fileOf: (pointer) => {
      const owner = documents.find(({ root }) => nodeAt(root, pointer) !== undefined) ?? openapi;
      return owner.placeOf(nearestObject(owner.root, pointer)).file;
    },
  };
}

/** Returns the object at a pointer, or else the innermost one on its path. */
function nearestObject(root: DocumentNode['root'], pointer: string): unknown {
  for (let place = pointer; place.includes('/'); place = place.slice(0, place.lastIndexOf('/'))) {
    const node = nodeAt(root, place);
    if (isObject(node)) return node;
  }
  return root;
}

/** Returns every message by its key, each once, those of the components first. */
export function listMessages(
  asyncapi: DocumentNode,
): readonly (readonly [key: string, message: DocumentNode])[] {
  const inChannels = childNodes(childNode(asyncapi, 'channels')).flatMap(([, channel]) =>
    childNodes(childNode(channel, 'messages')),
  );
  const all = [...childNodes(childNode(asyncapi, 'components', 'messages')), ...inChannels];
  const byPointer = new Map(all.map((entry) => [entry[1].pointer, entry]));
  return [...byPointer.values()];
}
