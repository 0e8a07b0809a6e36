/** What the packages have in common with the product. */
export type Ours = { version: string; license: string }

/** The packages, by their folders in `dist/packages`. */
export const PACKAGE_FOLDERS = ['types', 'loopframe', 'react'] as const
export type PackageFolder = (typeof PACKAGE_FOLDERS)[number]

/** The `package.json` of each package. They are released together: each asks for the others in its own version. */
export const packageManifests = (
  ours: Ours,
): Record<PackageFolder, { name: string; [field: string]: unknown }> => {
  const common = { ...ours, type: 'module', publishConfig: { access: 'public' } }
  const dependencies = { '@loopframe/types': ours.version }
  return {
    types: {
      name: '@loopframe/types',
      description: "Types of Loopframe's elements, their events, and the messages of its frames",
      ...common,
      exports: {
        '.': { types: './index.d.ts' },
        './react': { types: './react.d.ts' },
        './package.json': './package.json',
      },
      types: './index.d.ts',
      files: ['*.d.ts'],
      sideEffects: false,
      peerDependencies: { '@types/react': '>=19' },
      peerDependenciesMeta: { '@types/react': { optional: true } },
    },
    loopframe: {
      name: 'loopframe',
      description: 'Elements that show the GIFs, widgets, and picker of a Loopframe',
      ...common,
      exports: {
        '.': { types: './index.d.ts', default: './index.js' },
        './script.js': './script.js',
        './package.json': './package.json',
      },
      types: './index.d.ts',
      files: ['*.js', '*.d.ts'],
      sideEffects: ['./script.js'],
      dependencies,
    },
    react: {
      name: '@loopframe/react',
      description: "Loopframe's Gif, Carousel, Grid, and Picker for React",
      ...common,
      exports: {
        '.': { types: './loopframe.d.ts', default: './loopframe.js' },
        // TypeScript wants types even of what is imported for its effect alone.
        './style.css': { types: './style.d.ts', default: './style.css' },
        './package.json': './package.json',
      },
      types: './loopframe.d.ts',
      files: ['*.js', '*.d.ts', 'parts', 'style.css'],
      sideEffects: ['*.css'],
      dependencies,
      peerDependencies: { react: '>=19' },
    },
  }
}
