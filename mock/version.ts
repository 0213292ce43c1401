/** The version of the mock, which is the version of the package. */
export const version = '0.2.0';
