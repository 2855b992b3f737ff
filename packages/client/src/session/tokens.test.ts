import { describe, expect, test } from 'vitest'
import { createTokenStore } from './tokens.ts'

function memoryStorage(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    clear: () => held.clear(),
    getItem: (key) => held.get(key) ?? null,
    key: (index) => [...held.keys()][index] ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  }
}
const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: 5 }

describe('tokens', () => {
  test('stand in local storage under the site’s prefix', () => {
    const shared = memoryStorage()
    createTokenStore('maru', shared, memoryStorage()).write(tokens, true)
    expect(shared.getItem('maru:maru:accessToken')).toBe('a')
    expect(createTokenStore('other', shared, memoryStorage()).read()).toBeNull()
  })
  test('of a login that shall not last stay in the tab, also after a refresh', () => {
    const [shared, tab] = [memoryStorage(), memoryStorage()]
    const store = createTokenStore('maru', shared, tab)
    store.write(tokens, false)
    store.write({ ...tokens, accessToken: 'b' })
    expect(shared.length).toBe(0)
    expect(store.read()?.accessToken).toBe('b')
  })
  test('of a new login replace the old ones wherever they stood', () => {
    const [shared, tab] = [memoryStorage(), memoryStorage()]
    const store = createTokenStore('maru', shared, tab)
    store.write(tokens, false)
    store.write({ ...tokens, accessToken: 'b' }, true)
    expect(tab.length).toBe(0)
    expect(store.read()?.accessToken).toBe('b')
  })
  test('are gone after clear', () => {
    const store = createTokenStore('maru', memoryStorage(), memoryStorage())
    store.write(tokens, true)
    store.clear()
    expect(store.read()).toBeNull()
  })
})
