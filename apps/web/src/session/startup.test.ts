import { ApiError } from '@maru/client/api/error'
import type { Me } from '@maru/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lockOf } from './lock.ts'
import { type StartupPorts, startSession } from './startup.ts'

const me = { id: 1, username: 'demo1', status: 'ACTIVE', etcJson: {} } as Me

const phone = 'Mozilla/5.0 (Linux; Android 16; SM-S931N) Chrome/147.0.0.0 Mobile Safari/537.36'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'
afterEach(() => void vi.unstubAllGlobals())

/** Runs the start-up and tells what it did, in order. */
async function run(change: Partial<StartupPorts> = {}): Promise<string[]> {
  const did: string[] = []
  const note =
    <T>(what: string, value: T) =>
    async () => {
      did.push(what)
      return value
    }
  await startSession({
    loadSite: note('site', undefined),
    hasAccessToken: () => true,
    hasRefreshToken: () => true,
    loadMember: note('member', me),
    refresh: note('refresh', true),
    started: () => void did.push('started'),
    signOut: () => void did.push('signOut'),
    lockOut: (lock) => void did.push(`lockOut ${lock}`),
    failed: () => void did.push('failed'),
    report: () => void did.push('report'),
    wait: async (ms) => void did.push(`wait ${ms}`),
    ...change,
  })
  return did
}

describe('start-up', () => {
  test('loads the site first, then the member', async () => {
    expect(await run()).toEqual(['site', 'member', 'started'])
  })
  test('without a stored token there is only the guest', async () => {
    expect(await run({ hasAccessToken: () => false })).toEqual(['site', 'signOut'])
  })
  test('when me or wallet fails, the refresh token is tried and both are loaded again', async () => {
    let tries = 0
    const loadMember = async () => {
      tries += 1
      if (tries === 1) throw new Error('TOKEN_EXPIRED')
      return me
    }
    expect(await run({ loadMember })).toEqual(['site', 'report', 'refresh', 'started'])
    expect(tries).toBe(2)
  })
  test('without a refresh token the member is signed out', async () => {
    const loadMember = () => Promise.reject(new Error('TOKEN_EXPIRED'))
    expect(await run({ loadMember, hasRefreshToken: () => false })).toEqual(['site', 'signOut'])
  })
  test('a refused refresh signs out', async () => {
    const loadMember = () => Promise.reject(new Error('TOKEN_EXPIRED'))
    expect(await run({ loadMember, refresh: async () => false })).toEqual(['site', 'report', 'signOut'])
  })
  test('a denied account is told and signed out', async () => {
    const denied = { ...me, status: 'DENY' } as Me
    expect(await run({ loadMember: async () => denied })).toEqual(['site', 'lockOut denied'])
  })
  test('a blocked device is told and signed out', async () => {
    vi.stubGlobal('navigator', { userAgent: phone, maxTouchPoints: 5 })
    const blocked = { ...me, etcJson: { blockDevice: 'PM' } } as Me
    expect(await run({ loadMember: async () => blocked })).toEqual(['site', 'lockOut device'])
    expect(lockOf({ status: 'ACTIVE', etcJson: { blockDevice: 'P' } })).toBeNull()
  })
  test.each([
    ['a phone', phone, 5, 'device'],
    ['a tablet that calls itself a Mac', mac, 5, 'device'],
    ['a Mac', mac, 0, null],
    [
      'a laptop with a touch screen',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/147.0.0.0 Safari/537.36',
      10,
      null,
    ],
  ])('a block of mobile devices on %s', (_name, userAgent, maxTouchPoints, lock) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
    expect(lockOf({ status: 'ACTIVE', etcJson: { blockDevice: 'M' } })).toBe(lock)
  })
  test.each([
    ['ACCOUNT_DENIED', 'lockOut denied'],
    ['DEVICE_MOBILE_BLOCKED', 'lockOut device'],
  ] as const)('a refusal by %s is told without another try', async (code, told) => {
    const loadMember = () => Promise.reject(new ApiError(code, 403))
    expect(await run({ loadMember })).toEqual(['site', told])
  })
  test('one failed call signs nobody out: it is asked again', async () => {
    let tries = 0
    const loadMember = async () => {
      tries += 1
      if (tries === 1) throw new ApiError('NETWORK')
      return me
    }
    const refresh = () => Promise.reject(new ApiError('NETWORK'))
    expect(await run({ loadMember, refresh })).toEqual(['site', 'report', 'report', 'wait 500', 'site', 'started'])
  })
  test('what fails three times is told, and start-up ends without throwing', async () => {
    expect(await run({ loadSite: () => Promise.reject(new ApiError('NETWORK')) })).toEqual([
      'report',
      'wait 500',
      'report',
      'wait 1500',
      'report',
      'failed',
    ])
  })
})
