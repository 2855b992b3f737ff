import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../session/staff.ts'

const freshMs = 300_000

/** The name of a member of staff by number; the number itself until the names are there. */
export function useStaffNames(): (id: number) => string {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['staff-names', siteId],
    queryFn: async () => new Map((await call('GET /api/console/staff_name')).map(({ id, name }) => [id, name])),
    staleTime: freshMs,
  })
  return (id) => data?.get(id) ?? String(id)
}
