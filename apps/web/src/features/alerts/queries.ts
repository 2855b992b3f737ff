import { call } from '@maru/client/api/client'
import type { AlertSetting, Alerts } from '@maru/contract'
import { toast } from '@maru/ui'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { alertsQuery } from '../../kit/alerts/query.ts'

export type SettingChange = (now: AlertSetting) => AlertSetting

/** What the member wants while the server does not have all of it yet. */
let wanted: AlertSetting | null = null
let saving: Promise<unknown> = Promise.resolve()

/**
 * Changes the setting: shown at once, and taken back where the server refuses it. Gives whether it is saved. A change is made to what
 * the member wants by then, whatever is drawn or read meanwhile; changes leave one after the other, each with those before it.
 */
export async function saveSetting(cache: QueryClient, change: SettingChange): Promise<boolean> {
  const { queryKey } = alertsQuery
  const before = wanted ?? cache.getQueryData<Alerts>(queryKey)?.setting
  if (before === undefined) return false
  const mine = change(before)
  wanted = mine
  const show = async (setting: AlertSetting) => {
    cache.setQueryData<Alerts>(queryKey, (now) => now && { ...now, setting })
    // What is being read is older.
    await cache.cancelQueries({ queryKey })
  }
  const sent = saving.then(() => call('POST /api/alert/setting', { body: mine }))
  saving = sent.catch(() => undefined)
  await show(mine)
  try {
    const saved = await sent
    if (wanted === mine) {
      wanted = null
      await show(saved)
    }
    return true
  } catch (error) {
    if (wanted === mine) {
      wanted = null
      await cache.invalidateQueries({ queryKey })
    }
    toast({ title: errorText(error), tone: 'warn' })
    return false
  }
}

export function useSaveSetting(): (change: SettingChange) => Promise<boolean> {
  const cache = useQueryClient()
  return (change) => saveSetting(cache, change)
}
