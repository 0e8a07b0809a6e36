export declare function withLock<T>(root: string, name: string, work: () => T | Promise<T>): Promise<T>
