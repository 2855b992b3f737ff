import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../http/index.ts'

/** Argon2id with 19 MiB, two passes, one lane (OWASP's minimum of 2023). */
const memoryKib = 19_456
const passes = 2
const lanes = 1
const keyBytes = 32

const derive = promisify(argon2)

/** The PHC string of a password under a new salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn(() => compute(password, salt, memoryKib, passes, lanes, keyBytes))
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(key)}`
}

/**
 * Does the password belong to the PHC string? Without one (no such account) it costs the same time and is false.
 * Throws on a string that is not ours.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = phc.exec(stored ?? nobody)
  if (match === null) throw new Error('a stored password hash has another form')
  const [, memory, time, parallel, salt = '', key = ''] = match
  const expected = Buffer.from(key, 'base64')
  const given = await inTurn(() =>
    compute(password, Buffer.from(salt, 'base64'), Number(memory), Number(time), Number(parallel), expected.length),
  )
  return timingSafeEqual(given, expected) && stored !== null
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const nobody = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(keyBytes))}`

function compute(password: string, salt: Buffer, memory: number, time: number, parallel: number, bytes: number) {
  return derive('argon2id', {
    // NFC: the same password typed on another keyboard is the same bytes.
    message: password.normalize('NFC'),
    nonce: salt,
    memory,
    passes: time,
    parallelism: parallel,
    tagLength: bytes,
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Each hash takes a thread and its memory: few at a time, and past a bound none, so that sign-ins cannot starve bets. */
const atOnce = 2
const mostWaiting = 64
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new Refused('TRY_AGAIN_LATER', {}, 2)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The place passes on to the next in the queue; only without one is it free.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
