/**
 * Product events in the contract's words.
 */
import type {
  ProductEventDescriptor,
  ProductEventName,
  ProductEventOccurrence,
} from '../../../generated/service/types.ts';
import { catalogEntry } from '../../domain/product-events/catalogue.ts';
import type { ProductEventRecord } from '../../domain/product-events/record.ts';
import { isoTime } from '../../domain/time.ts';

/** Writes an occurrence. */
export function occurrenceBody({ id, cursor, name, at, data }: ProductEventRecord): ProductEventOccurrence {
  return { cursor: String(cursor), data, eventId: id, name, timestamp: isoTime(at) };
}

/** Writes the descriptor of an event. Polling is the only way to have it. */
export function descriptorBody(name: ProductEventName): ProductEventDescriptor {
  const { description, requiredScopes, inputSchema, payloadSchema } = catalogEntry(name);
  return {
    delivery: ['poll'],
    description,
    inputSchema: { ...inputSchema },
    name,
    payloadSchema: { ...payloadSchema },
    requiredScopes: [...requiredScopes],
  };
}
