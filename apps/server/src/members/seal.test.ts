import { describe, expect, it } from 'vitest'
import { maskPhone, Seal } from './seal.ts'
import { acceptedStep } from './totp.ts'

const seal = new Seal('a secret of the tests that is long enough to be one')

describe('sealed personal data', () => {
  it('opens where it was closed and nowhere else', () => {
    const sealed = seal.close('010-1234-5678', 'member.phone:1:7')
    expect(seal.open(sealed, 'member.phone:1:7')).toBe('010-1234-5678')
    expect(seal.close('010-1234-5678', 'member.phone:1:7')).not.toEqual(sealed)
    expect(() => seal.open(sealed, 'member.phone:1:8')).toThrow()
    expect(() => new Seal('another secret of some length, also enough').open(sealed, 'member.phone:1:7')).toThrow()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1]! ^= 1
    expect(() => seal.open(changed, 'member.phone:1:7')).toThrow()
  })

  it('finds one number twice on a site, and tells nothing across sites', () => {
    expect(seal.phoneHash(1, '010-1234-5678')).toEqual(seal.phoneHash(1, '01012345678'))
    expect(seal.phoneHash(1, '010-1234-5678')).not.toEqual(seal.phoneHash(15, '010-1234-5678'))
  })

  it('is shown with its middle hidden', () => {
    expect(maskPhone('010-1234-5678')).toBe('010-****-5678')
    expect(maskPhone('02-123-4567')).toBe('02-***-4567')
  })
})

describe('a one-time code', () => {
  // RFC 6238, appendix B, SHA-1, the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is the one of RFC 6238 at %i s', (seconds, code) => {
    expect(acceptedStep(secret, code, seconds * 1000, 0)).toBe(Math.floor(seconds / 30))
  })

  it('is accepted one step early or late, and once', () => {
    const at = (step: number) => (1_111_111_109 + step * 30) * 1000
    const step = Math.floor(1_111_111_109 / 30)
    expect(acceptedStep(secret, '081804', at(1), 0)).toBe(step)
    expect(acceptedStep(secret, '081804', at(-1), 0)).toBe(step)
    expect(acceptedStep(secret, '081804', at(2), 0)).toBeNull()
    expect(acceptedStep(secret, '081804', at(0), step)).toBeNull()
  })
})
