declare module '*.css'
declare module '*.css?common'
declare module '*.css?rest'
