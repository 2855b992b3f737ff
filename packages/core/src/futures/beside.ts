/** Two fundings of an instrument are hours apart: one so near to the last is the same, by another clock. */
export const BESIDE_MS = 60_000
