import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { useSiteId } from '../../session/staff.ts'
import { inWords, keysInWords } from './named.ts'

/** Every number that staff may change, as it holds now. */
export function useOptions() {
  const siteId = useSiteId()
  return useQuery({
    queryKey: ['options', siteId],
    queryFn: async () => {
      const { keys, rows } = await call('GET /api/console/option')
      return { keys: keysInWords(keys), rows: rows.map(inWords) }
    },
    refetchInterval: deskPollMs,
  })
}
