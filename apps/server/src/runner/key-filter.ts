/** 2 MB a part. */
const bits = 1 << 24
/** With so many keys of a part, 16 bits each, a new key is taken for one of them once in 400 times. */
const keysAPart = 1 << 20
const probes = 4

/** A Bloom filter that grows by parts: says of keys, by eight bytes of their hash, whether they may have been added. */
export class KeyFilter {
  readonly #parts: Uint32Array[] = []
  #size = 0

  /** How many were added; one that was added twice counts twice. */
  get size(): number {
    return this.#size
  }

  /** `hash`: eight bytes from `at` on. */
  add(hash: Buffer, at: number): void {
    if (this.#size % keysAPart === 0) this.#parts.push(new Uint32Array(bits / 32))
    this.#size += 1
    const part = this.#parts[this.#parts.length - 1] as Uint32Array
    const [first, step] = [hash.readUInt32LE(at), hash.readUInt32LE(at + 4)]
    for (let n = 0; n < probes; n++) {
      const bit = (first + n * step) % bits
      part[bit >>> 5] = (part[bit >>> 5] as number) | (1 << (bit & 31))
    }
  }

  has(hash: Buffer, at: number): boolean {
    const [first, step] = [hash.readUInt32LE(at), hash.readUInt32LE(at + 4)]
    return this.#parts.some((part) => holds(part, first, step))
  }
}

function holds(part: Uint32Array, first: number, step: number): boolean {
  for (let n = 0; n < probes; n++) {
    const bit = (first + n * step) % bits
    if (((part[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false
  }
  return true
}
