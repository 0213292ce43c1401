/** The control API of this world and at the root, with the operations of the Agent Platform. */
import { createApi } from '../../control/client.ts';
import { baseUrl, clientOptions, rootUrl } from '../api.ts';

export const control = createApi(clientOptions(baseUrl));
export const root = createApi(clientOptions(rootUrl));
