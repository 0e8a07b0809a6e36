/* Names that no person and no channel takes: they would read as the product's own, or as no name at all. */

/** The first parts of our paths. A test compares them with the routes (`worker/app.ts`). */
const PATHS = [
  ...[
    'embed',
    'widgets',
    'loopframe.js',
    'services',
    'video',
    'gifs',
    'stickers',
    'favorites',
    'docs',
    'stories',
  ],
  ...['search', 'trending', 'categories', 'create', 'channels', 'channel', 'login', 'register', 'password'],
  ...[
    'account',
    'upload',
    'report',
    'admin',
    'v1',
    'v2',
    'browser-errors',
    'api',
    'users',
    'ajax',
    'gateway',
  ],
  ...[
    'imaging',
    'media',
    'static',
    'favicon.ico',
    '.well-known',
    'robots.txt',
    'sitemap.xml',
    'opensearch.xml',
  ],
  ...['healthz', 'claim', 'object', 'transparency', 'rules', 'terms', 'privacy-policy', 'contact', 'imprint'],
]

/** Who would be believed to speak for the product. */
const OFFICES = [
  ...[
    'administrator',
    'admins',
    'staff',
    'moderator',
    'moderators',
    'mod',
    'mods',
    'owner',
    'root',
    'sysadmin',
  ],
  ...[
    'superuser',
    'system',
    'support',
    'help',
    'helpdesk',
    'official',
    'security',
    'abuse',
    'legal',
    'privacy',
  ],
  ...['billing', 'info', 'team', 'service', 'postmaster', 'hostmaster', 'webmaster', 'mailer-daemon'],
  ...['no-reply', 'noreply', 'mail', 'www', 'loopframe'],
]

/** What a program writes where it has no name, and what its objects have. */
const WORDS = [
  ...[
    'self',
    'me',
    'null',
    'undefined',
    'none',
    'nil',
    'nan',
    'true',
    'false',
    'void',
    'unknown',
    'anonymous',
  ],
  ...[
    'deleted',
    'guest',
    'user',
    'username',
    'visitor',
    'everyone',
    'all',
    'new',
    'edit',
    'delete',
    'settings',
  ],
  ...['__proto__', 'constructor', 'prototype', 'tostring', 'valueof', 'hasownproperty'],
]

/** A name as it is read: `Admin.` and `a_d_m_i_n` are `admin`. */
const readAs = (name: string): string => name.toLowerCase().replaceAll(/[._-]/g, '')

const NAMES: ReadonlySet<string> = new Set(['', ...PATHS, ...OFFICES, ...WORDS].map(readAs))

/** Whether a name is no one's to take, in any case of its letters, and with any signs between them. */
export const isReservedName = (name: string): boolean => NAMES.has(readAs(name))
