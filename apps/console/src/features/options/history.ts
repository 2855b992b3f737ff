import type { ConfigChange } from '@maru/contract'
import type { Change } from '../../parts/before-after.tsx'
import { settingText } from '../../parts/setting-text.ts'
import type { Keys } from './named.ts'

/** What a change says, key by key: its name, what it was, and what it became. */
export const changesOf = ({ scope, changes, before }: ConfigChange, keys: Keys): Change[] =>
  Object.entries(changes).map(([name, value]) => {
    const key = keys[scope].find((one) => one.key === name)
    if (!key) return { name, before: String(before[name]), after: String(value) }
    return { name: key.name, before: settingText(before[name], key), after: settingText(value, key) }
  })
