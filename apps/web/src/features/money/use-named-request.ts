import { call } from '@maru/client/api/client'
import type { DnwRow } from '@maru/contract'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { showAlert } from '../../shell/alert.tsx'

/** Opens the request that the address names (`?request=`), as a message about it does, once: going back does not open it again. */
export function useNamedRequest(onFound: (row: DnwRow) => void): void {
  const [query, setQuery] = useSearchParams()
  const id = query.get('request')
  useEffect(() => {
    if (id === null) return
    setQuery(
      (before) => {
        before.delete('request')
        return before
      },
      { replace: true },
    )
    call('GET /api/dnw/one', { query: { dnwHistoryId: id } }).then(
      (row) => onFound(row),
      (error: unknown) => void showAlert(errorText(error)),
    )
  }, [id, setQuery, onFound])
}
