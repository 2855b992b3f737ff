import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** The logo that a site would have: its address alone tells nothing. */
export function LogoPicture({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['site', 'logo', id],
    queryFn: () => call('GET /api/console/site/logo/:id', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <p className="said">{errorText(error)}</p>
  return data ? <img className="evidence" src={`data:image/png;base64,${data.data}`} alt={t('newLogo')} /> : null
}
