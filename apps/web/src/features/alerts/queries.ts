import { call } from '@maru/client/api/client'
import type { AlertSetting, Alerts } from '@maru/contract'
import { toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { alertsQuery } from '../../kit/alerts/query.ts'

let saves = 0
let saving: Promise<unknown> = Promise.resolve()

/**
 * Changes the setting: shown at once, and taken back where the server refuses it. Gives whether it is saved. Changes leave one after the
 * other, each with those before it; what the server says of an older one is not shown over a newer one.
 */
export function useSaveSetting(): (setting: AlertSetting) => Promise<boolean> {
  const cache = useQueryClient()
  const show = (setting: AlertSetting) =>
    cache.setQueryData<Alerts>(alertsQuery.queryKey, (now) => now && { ...now, setting })
  return async (setting) => {
    saves += 1
    const mine = saves
    show(setting)
    // What is being read is older.
    await cache.cancelQueries({ queryKey: alertsQuery.queryKey })
    const sent = saving.then(() => call('POST /api/alert/setting', { body: setting }))
    saving = sent.catch(() => undefined)
    try {
      const saved = await sent
      if (mine === saves) show(saved)
      return true
    } catch (error) {
      if (mine === saves) await cache.invalidateQueries({ queryKey: alertsQuery.queryKey })
      toast({ title: errorText(error), tone: 'warn' })
      return false
    }
  }
}
