import { expect, test } from 'vitest'
import {
  clockToleranceMs,
  headerNames,
  NonceMemory,
  nonceKeptMs,
  type ProtocolKey,
  signAnswer,
  signLink,
  signRequest,
  verifyAnswer,
  verifyLink,
  verifyRequest,
} from './index.ts'

const now = 1_795_219_200_000
const key: ProtocolKey = { id: 'maru-2', secret: '11'.repeat(32) }
const older: ProtocolKey = { id: 'maru-1', secret: '22'.repeat(32), until: now + 1_000 }
const stamp = { time: now, nonce: 'Nq3k9XbD0sTfLm2P' }
const request = { method: 'POST', host: 'pay.example.com:8443', path: '/v1/payout?x=1', body: '{"a":1}' }

test('a request that was signed verifies, under the older key too until its time is over', () => {
  for (const by of [key, older]) {
    const headers = signRequest(request, by, stamp)
    expect(verifyRequest(request, headers, [key, older], now)).toEqual({ ok: true, keyId: by.id, ...stamp })
  }
  const late = signRequest(request, older, { ...stamp, time: now + 1_001 })
  expect(verifyRequest(request, late, [key, older], now + 1_001)).toEqual({ ok: false, fault: 'KEY' })
})

test.each([
  ['method', { ...request, method: 'PUT' }],
  ['host', { ...request, host: 'pay.example.com' }],
  ['path', { ...request, path: '/v1/payouts?x=1' }],
  ['query', { ...request, path: '/v1/payout?x=2' }],
  ['body', { ...request, body: '{"a":2}' }],
])('another %s breaks the signature', (_what, changed) => {
  expect(verifyRequest(changed, signRequest(request, key, stamp), [key], now)).toEqual({
    ok: false,
    fault: 'SIGNATURE',
  })
})

test.each([
  [headerNames.time, String(now + 1)],
  [headerNames.nonce, 'Nq3k9XbD0sTfLm2Q'],
  [headerNames.signature, '0'.repeat(64)],
])('another %s breaks the signature', (name, value) => {
  const headers = { ...signRequest(request, key, stamp), [name]: value }
  expect(verifyRequest(request, headers, [key], now)).toEqual({ ok: false, fault: 'SIGNATURE' })
})

test.each([
  ['no header', { [headerNames.signature]: undefined }],
  ['a header twice', { [headerNames.nonce]: ['Nq3k9XbD0sTfLm2P', 'Nq3k9XbD0sTfLm2P'] }],
  ['a nonce that is too short', { [headerNames.nonce]: 'short' }],
  ['a signature in capitals', { [headerNames.signature]: 'A'.repeat(64) }],
  ['a time in seconds', { [headerNames.time]: '1795219200' }],
])('%s has no form', (_what, changed) => {
  const headers = { ...signRequest(request, key, stamp), ...changed }
  expect(verifyRequest(request, headers, [key], now)).toEqual({ ok: false, fault: 'FORM' })
})

test('a key of the other direction, or of another site, is unknown', () => {
  const headers = signRequest(request, { ...key, id: 'hook-2' }, stamp)
  expect(verifyRequest(request, headers, [key], now)).toEqual({ ok: false, fault: 'KEY' })
})

test('a clock may differ by 300 s and no more', () => {
  const headers = signRequest(request, key, stamp)
  for (const at of [now - clockToleranceMs, now + clockToleranceMs])
    expect(verifyRequest(request, headers, [key], at).ok).toBe(true)
  for (const at of [now - clockToleranceMs - 1, now + clockToleranceMs + 1])
    expect(verifyRequest(request, headers, [key], at)).toEqual({ ok: false, fault: 'TIME' })
})

test('an answer is good for its own request, status and body only', () => {
  const headers = signAnswer(200, '{}', key, stamp)
  const answer = { status: 200, body: '{}', nonce: stamp.nonce }
  expect(verifyAnswer(answer, headers, [key], now).ok).toBe(true)
  for (const changed of [{ status: 404 }, { body: '{ }' }, { nonce: 'anotherNonce1234' }])
    expect(verifyAnswer({ ...answer, ...changed }, headers, [key], now)).toEqual({ ok: false, fault: 'SIGNATURE' })
  const asRequest = signRequest({ ...request, body: '{}' }, key, stamp)
  expect(verifyAnswer(answer, asRequest, [key], now).ok).toBe(false)
})

test('a link holds until it expires, at its host, as it was made', () => {
  const link = signLink('https://pay.example.com/charge?member=m1&name=%EA%B9%80', key, now + 60_000)
  const { host, pathname, search } = new URL(link)
  const path = `${pathname}${search}`
  const verdict = verifyLink({ host, path }, [key], now)
  expect(verdict.ok && verdict.query.get('name')).toBe('김')
  expect(verifyLink({ host, path }, [key], now + 60_001)).toEqual({ ok: false, fault: 'EXPIRED' })
  for (const changed of [path.replace('m1', 'm2'), `${path}&member=m2`, path.replace(/&signature.*/, ''), '/charge'])
    expect(verifyLink({ host, path: changed }, [key], now)).toEqual({ ok: false, fault: 'SIGNATURE' })
  expect(verifyLink({ host: 'other.example.com', path }, [key], now)).toEqual({ ok: false, fault: 'SIGNATURE' })
})

test('a nonce is new once in ten minutes, for each key; a full memory refuses', () => {
  const nonces = new NonceMemory(2)
  expect(nonces.take('a', stamp.nonce, now)).toBe(true)
  expect(nonces.take('a', stamp.nonce, now + nonceKeptMs)).toBe(false)
  expect(nonces.take('b', stamp.nonce, now + 1)).toBe(true)
  expect(nonces.take('c', stamp.nonce, now + 2)).toBe(false)
  expect(nonces.take('a', stamp.nonce, now + nonceKeptMs + 1)).toBe(true)
})
