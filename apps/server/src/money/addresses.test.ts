import { describe, expect, it } from 'vitest'
import { demoAddress, isAddress, type Network } from './addresses.ts'

const good: readonly (readonly [Network, string])[] = [
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
]

describe('an address', () => {
  it.each(good)('of %s: %s', (network, text) => {
    expect(isAddress(network, text, false)).toBe(true)
  })

  it('is of its own network only, and of none with one character changed', () => {
    for (const [network, text] of good) {
      for (const other of ['TRC20', 'ERC20', 'BTC', 'XRP'] as const)
        if (other !== network) expect([other, text, isAddress(other, text, false)]).toEqual([other, text, false])
      // The address in one case has no checksum of its own.
      if (network === 'ERC20' && text === text.toLowerCase()) continue
      const at = text.length - 3
      const changed = text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1)
      expect([changed, isAddress(network, changed, false)]).toEqual([changed, false])
    }
  })

  it('is nothing else', () => {
    for (const network of ['TRC20', 'ERC20', 'BTC', 'XRP'] as const)
      for (const text of ['', ' ', '0x', 'bc1', '1'.repeat(34), 'T'.repeat(34), `0x${'g'.repeat(40)}`, '가나다'])
        expect([network, text, isAddress(network, text, false)]).toEqual([network, text, false])
  })

  it('of the sandbox belongs to one key, and is one on demo sites only', () => {
    const made = demoAddress(new Uint8Array(32), '1:1001:USDT:TRC20')
    expect(made).toMatch(/^demo[0-9a-z]{36}$/)
    expect(demoAddress(new Uint8Array(32), '1:1001:USDT:TRC20')).toBe(made)
    expect(demoAddress(new Uint8Array(32), '1:1002:USDT:TRC20')).not.toBe(made)
    expect([isAddress('TRC20', made, true), isAddress('TRC20', made, false)]).toEqual([true, false])
  })
})
