/** Optional properties that the mock does not know yet. Written by tools/build/properties.ts; do not edit. */
import type { NewProperties } from './add-properties.ts';

export const newProperties: NewProperties = { checks: {}, schemas: {} };
