/**
 * Product events that a test emits by hand.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { findDataProblems } from '../../domain/product-event-catalog.ts';
import type { ProductEventData } from '../../domain/product-event-catalog.ts';
import { organizations } from '../../domain/identity.ts';
import { emitProductEvent } from '../../domain/product-event.ts';
import type { ProductEventRecord } from '../../domain/product-event-record.ts';
import { parseIsoTime } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import { ok } from '../../kernel/result.ts';
import type { View } from '../../kernel/view.ts';
import { occurrenceBody } from '../service/product-event-body.ts';

/** Handles the operations on product events. */
export const productEventControl: Pick<Handlers<ServiceContext>, 'createProductEvent'> = {
  async createProductEvent({ body: { name, data, at } }, { world }) {
    const details = findDataProblems(name, data);
    if (details.length > 0)
      return { status: 400, body: { error: 'Validation failed', details: [...details] } };
    const emitted = await world.dispatch<ProductEventRecord, never>((draft) =>
      ok(
        emitProductEvent(draft, {
          workspaceId: organizationOf(draft),
          name,
          data: data as ProductEventData<typeof name>,
          at: at === undefined ? undefined : (parseIsoTime(at) ?? undefined),
        }),
      ),
    );
    return emitted.ok ? { status: 201, body: occurrenceBody(emitted.value) } : emitted.error;
  },
};

/** Finds the organization that the world belongs to. */
function organizationOf(view: View): string {
  const [organization] = view.scan(organizations, { limit: 1 });
  if (organization === undefined) throw new Error('The world has no organization.');
  return organization.id;
}
