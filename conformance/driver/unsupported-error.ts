/** An ability of a driver can't do what is asked, such as set a switch that the service lacks: the check is skipped. */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';
}

/** Returns whether an error is an `UnsupportedError`, also of another copy of the package. */
export function isUnsupported(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UnsupportedError';
}
