/** Fixed ports of the servers in a run, far from those that people use. */
export const ports = { mock: 47_110, bare: 47_111, prism: 47_112, mockoon: 47_113, scalar: 47_114 } as const;
