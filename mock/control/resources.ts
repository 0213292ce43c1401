/** The resources of an API, with the number of their records in a world. */
import type { Handlers } from '../../generated/control/server.ts';
import type { Resource, ResourceList, ResourceOperation } from '../../generated/control/types.ts';
import type { HandlerContext } from '../http/context.ts';
import type { View } from '../kernel/store/view.ts';

/** A resource without the number of its records, and an operation on it. */
export type ListedResource = Omit<Resource, 'count'>;
export type ListedOperation = ResourceOperation;

/** How calls send a credential, and an accepted one. */
export type ShownCredential = NonNullable<ResourceList['credential']>;

/** The resources that an API has. */
export interface ResourceProvider {
  /**
   * Lists the resources in the order of the description, or only the one with a name, with the bodies of its
   * operations.
   */
  list(name?: string): Promise<readonly ListedResource[]>;
  /** Returns the number of records of a resource in a world. */
  count(view: View, name: string): number;
  /** How calls send a credential; `null` if no operation needs one. */
  readonly credential: ShownCredential | null;
}

/** The resources of an API that infers none. */
export const noResources: ResourceProvider = {
  list: () => Promise.resolve([]),
  count: () => 0,
  credential: null,
};

export function createResourceListHandlers(
  resources: ResourceProvider,
): Pick<Handlers<HandlerContext>, 'listResources'> {
  return {
    async listResources({ query }, { world }) {
      const all = await resources.list(query.name);
      const listed = world.query((view) =>
        all.map((resource) => ({ ...resource, count: resources.count(view, resource.name) })),
      );
      const { credential } = resources;
      return { status: 200, body: { resources: listed, ...(credential !== null && { credential }) } };
    },
  };
}
