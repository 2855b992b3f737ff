import type { SiteFlags } from './console-site.ts'
import type { FooterEntry } from './member.ts'

type Lines = Pick<SiteFlags, 'oversea' | 'futures' | 'binary'>

/** How many entries a footer of a site's own has. */
export const fewestFooterEntries = 2
export const mostFooterEntries = 7

const defaultForm: readonly FooterEntry[] = ['trade', 'futures', 'order', 'wallet', 'more']
/** Where overseas futures are all that a site has: quick order, deposits and withdrawals, lookup. */
const overseaForm: readonly FooterEntry[] = ['order', 'wallet', 'search', 'more']

/** Are overseas futures the only line of a site? */
export const isOverseaOnly = ({ oversea, futures, binary }: Lines): boolean => oversea && !futures && !binary

/** Does an entry lead anywhere on a site of these lines? */
function leadsOn(entry: FooterEntry, { oversea, futures, binary }: Lines): boolean {
  if (entry === 'trade') return binary
  if (entry === 'futures') return futures
  if (entry === 'order') return oversea
  return entry !== 'search' || oversea || futures || binary
}

/** The entries that members see: the site's own in its order, or the default form; without those that lead nowhere. */
export function footerOf(own: readonly FooterEntry[] | null, lines: Lines): readonly FooterEntry[] {
  const form = own ?? (isOverseaOnly(lines) ? overseaForm : defaultForm)
  return form.filter((entry) => leadsOn(entry, lines))
}
