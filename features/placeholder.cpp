// Replaced by the folder's real sources.
