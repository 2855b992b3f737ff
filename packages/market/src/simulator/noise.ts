/**
 * Noise with random access: hashes of (seed, a, b, c) instead of a generator
 * with a state. Same arguments, same value, on every machine.
 */
export function hash(seed: number, a: number, b: number, c: number): number {
  let h = seed ^ 0x9e3779b9
  h = Math.imul(h ^ a, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15) ^ b, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ c, 0x27d4eb2f)
  h ^= h >>> 16
  h = Math.imul(h, 0x7feb352d)
  h ^= h >>> 15
  h = Math.imul(h, 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** Uniform in [0, 1). */
export const uniform = (seed: number, a: number, b: number, c: number): number => hash(seed, a, b, c) / 4_294_967_296

/** About normal, mean 0, variance 1, within ±3.5: the sum of four 16-bit uniforms. Plain arithmetic, so exact everywhere. */
export function gaussian(seed: number, a: number, b: number, c: number): number {
  const x = hash(seed, a, b, c)
  const y = hash(seed ^ 0x5bd1e995, b, c, a)
  const sum = (x & 0xffff) + (x >>> 16) + (y & 0xffff) + (y >>> 16)
  return (sum / 65_536 - 2) * 1.7320508075688772
}

/** A 32-bit seed for one named part of a seed that may be any safe integer. */
export function subSeed(seed: number, name: string): number {
  let h = hash(seed >>> 0, Math.floor(seed / 4_294_967_296) >>> 0, name.length, 1)
  for (let i = 0; i < name.length; i++) h = hash(h, name.charCodeAt(i), i, 2)
  return h
}
