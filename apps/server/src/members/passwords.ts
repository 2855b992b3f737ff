import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { connectionOf, Refused } from '../http/index.ts'
import { FairQueue, QueueFull } from './fair-queue.ts'

/** Argon2id with 19 MiB, two passes, one lane (OWASP's minimum of 2023). */
const memoryKib = 19_456
const passes = 2
const lanes = 1
const keyBytes = 32

const derive = promisify(argon2)

/** The PHC string of a password under a new salt. `address`: of the caller, for a fair turn in the queue. */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn(address, () => compute(password, salt, memoryKib, passes, lanes, keyBytes))
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(key)}`
}

/**
 * Whether the password matches the PHC string. Without one (no such member) it takes the same time and is false.
 * Throws on a string that is not ours.
 */
export async function verifyPassword(password: string, stored: string | null, address: string): Promise<boolean> {
  const match = phc.exec(stored ?? nobody)
  if (match === null) throw new Error('a stored password hash has another form')
  const [, memory, time, parallel, salt = '', key = ''] = match
  const expected = Buffer.from(key, 'base64')
  const given = await inTurn(address, () =>
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

/** The process itself, which seeds members. */
export const ownAddress = ''

/** Each hash takes a thread and its memory: few at a time, and past a bound none, so that sign-ins cannot starve bets. */
const queue = new FairQueue({ atOnce: 2, mostWaiting: 128, mostWaitingEach: 16 })

async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(connectionOf(address), work)
  } catch (error) {
    throw error instanceof QueueFull ? new Refused('TRY_AGAIN_LATER', {}, 2) : error
  }
}
