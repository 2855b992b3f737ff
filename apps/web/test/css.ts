// Adds `css` to pages and locators, for what roles and texts do not identify.
import { type Locator, locators } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    css(selector: string): Locator
  }
}

locators.extend({ css: (selector: string) => `css=${selector}` })
