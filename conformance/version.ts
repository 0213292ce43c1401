/** The version of the checks, the same as the package's. */
export const version = '0.2.0';
