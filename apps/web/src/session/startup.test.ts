import { ApiError } from '@maru/client/api/error'
import type { Me } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { lockOf } from './lock.ts'
import { type StartupPorts, startSession } from './startup.ts'

const me = { id: 1, username: 'demo1', status: 'ACTIVE', etcJson: {} } as Me

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
    const blocked = { ...me, etcJson: { blockDevice: 'PM' } } as Me
    expect(await run({ loadMember: async () => blocked })).toEqual(['site', 'lockOut device'])
    expect(lockOf({ status: 'ACTIVE', etcJson: { blockDevice: 'P' } })).toBeNull()
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
