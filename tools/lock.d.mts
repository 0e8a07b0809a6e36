export declare function holdLock(root: string, name: string): boolean
export declare function withLock<T>(root: string, name: string, work: () => T | Promise<T>): Promise<T>
