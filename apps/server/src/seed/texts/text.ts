import type { FaqCategory, NoticeCategory, StrategyCategory } from '@maru/contract'

/** A line of trading that a site may have. */
type Line = 'oversea' | 'futures' | 'rounds'

/** A text as its page shows it. */
export interface DemoText {
  readonly title: string
  /** HTML. */
  readonly content: string
  /** Only for sites with this line. */
  readonly line?: Line
  readonly category?: FaqCategory | StrategyCategory
  /** Of a promotion. */
  readonly conditions?: string
  readonly link?: string
}

interface DemoNotice extends Pick<DemoText, 'title' | 'content'> {
  readonly category: NoticeCategory
  readonly isPinned?: true
}

/** What a demo site says from the start. The place of a text in its list is its name: new ones go to the end. */
export interface DemoTexts {
  readonly faq: readonly (DemoText & { readonly category: FaqCategory })[]
  readonly strategies: readonly (DemoText & { readonly category: StrategyCategory })[]
  readonly promotions: readonly (DemoText & { readonly conditions: string })[]
  readonly notices: readonly DemoNotice[]
}
