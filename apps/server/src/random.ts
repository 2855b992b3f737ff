import { randomFillSync } from 'node:crypto'

/** So many bytes are asked of the operating system at once: to ask for each salt by itself is 5 % of what a stake costs. */
const pool = Buffer.alloc(4_096)
let used = pool.length

/** Random bytes for salts, as hexadecimal digits; each byte is handed out once. `bytes`: 1 to 4,096. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const text = pool.toString('hex', used, used + bytes)
  pool.fill(0, used, used + bytes)
  used += bytes
  return text
}
