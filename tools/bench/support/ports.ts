/** Fixed ports of the servers in a run, far from those that people use and below those that systems give to clients. */
export const ports = {
  mock: 27_110,
  bare: 27_111,
  prism: 27_112,
  mockoon: 27_113,
  scalar: 27_114,
  canned: 27_115,
  proxy: 27_116,
  bareProxy: 27_117,
} as const;
