import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { ed25519 as node } from './ed25519-node.ts'
import { ed25519 as portable } from './ed25519-portable.ts'
import { jcs } from './jcs.ts'
import { generateKeyPair, publicKeyOf, sign, verify } from './signature.ts'

// RFC 8032, 7.1, TEST 1 and TEST 3.
const vectors = [
  {
    secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    secret: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
]

test('signatures are those of RFC 8032, on the server and in the browser', () => {
  for (const { secret, key, message, signature } of vectors) {
    for (const ed25519 of [node, portable]) {
      expect(toHex(ed25519.publicKey(fromHex(secret)))).toBe(key)
      expect(toHex(ed25519.sign(fromHex(message), fromHex(secret)))).toBe(signature)
      expect(ed25519.verify(fromHex(signature), fromHex(message), fromHex(key))).toBe(true)
    }
  }
})

test('a signature is over the canonical form: key order does not matter, any other change does', () => {
  const { secretKey, publicKey } = generateKeyPair()
  expect(publicKeyOf(secretKey)).toBe(publicKey)
  const signature = sign({ b: [1, { d: 'x', c: null }], a: '2' }, secretKey)
  expect(verify({ a: '2', b: [1, { c: null, d: 'x' }] }, signature, publicKey)).toBe(true)
  expect(verify({ a: '2', b: [1, { c: null, d: 'y' }] }, signature, publicKey)).toBe(false)
})

test('a flipped bit of signature or key, or a malformed one, is refused without a throw', () => {
  const { secretKey, publicKey } = generateKeyPair()
  const signature = sign({ a: 1 }, secretKey)
  const flip = (hex: string, bit: number) => {
    const bytes = fromHex(hex)
    bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7))
    return toHex(bytes)
  }
  fc.assert(
    fc.property(fc.nat(511), (bit) => {
      expect(verify({ a: 1 }, flip(signature, bit), publicKey)).toBe(false)
      expect(verify({ a: 1 }, signature, flip(publicKey, bit % 256))).toBe(false)
    }),
  )
  for (const wrong of ['', 'zz', signature.toUpperCase(), `${signature}00`]) {
    expect(verify({ a: 1 }, wrong, publicKey)).toBe(false)
    expect(verify({ a: 1 }, signature, wrong)).toBe(false)
  }
})

test('the canonical form is that of RFC 8785: sorted by UTF-16 unit, shortest numbers, minimal escapes', () => {
  expect(jcs({ '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  )
  expect(jcs([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]')
  expect(jcs('€$\u000f\nA\'B"\\\\"/')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"')
})

test('what JSON cannot hold has no canonical form', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800', () => 1]) {
    expect(() => jcs(value)).toThrow()
  }
})
