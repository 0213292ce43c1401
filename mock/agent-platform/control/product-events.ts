/** Product events that a test emits directly. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import { worldOrganization } from '../domain/identity/identity.ts';
import { findDataProblems, type ProductEventData } from '../domain/product-events/catalogue.ts';
import { emitProductEvent } from '../domain/product-events/emit.ts';
import type { ProductEventRecord } from '../domain/product-events/record.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { ok } from '../../kernel/transaction/result.ts';
import { occurrenceBody } from '../handlers/product-events.ts';
import { readInstant } from '../../control/clock.ts';

export const productEventControl: Pick<Handlers<ServiceContext>, 'createProductEvent'> = {
  async createProductEvent({ body: { name, data, at } }, { world }) {
    const details = findDataProblems(name, data);
    if (details.length > 0)
      return { status: 400, body: { error: 'Validation failed', details: [...details] } };
    const emitted = await world.dispatch<ProductEventRecord, never>((tx) =>
      ok(
        emitProductEvent(tx, {
          workspaceId: worldOrganization(tx).id,
          name,
          data: data as ProductEventData<typeof name>,
          at: at === undefined ? undefined : readInstant(at, 'at'),
        }),
      ),
    );
    return emitted.ok ? { status: 201, body: occurrenceBody(emitted.value) } : emitted.error;
  },
};
