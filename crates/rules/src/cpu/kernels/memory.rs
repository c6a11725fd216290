//! Requests to the operating system about memory.
//!
//! A search touches its tables at random, and an evaluation its rows; with small pages nearly every
//! touch misses the processor's address cache as well.

/// An empty vector with room for `count` elements, on huge pages if the system has them.
///
/// The plain twin is [`Vec::try_reserve_exact`], which gives the same vector on pages of the
/// usual size.
///
/// # Errors
/// If there is not enough memory.
pub fn reserve<T>(count: usize) -> Result<Vec<T>, std::collections::TryReserveError> {
    let mut memory = Vec::<T>::new();
    memory.try_reserve_exact(count)?;
    // Miri knows no huge pages.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096;
        let start = memory.as_ptr().addr().next_multiple_of(PAGE);
        let end = (memory.as_ptr().addr() + count * size_of::<T>()) / PAGE * PAGE;
        if start < end {
            // SAFETY: the pages lie wholly within memory that this vector owns and that holds no
            // element yet; the advice changes how they are backed, not what they hold. It may
            // fail, and then the pages are as usual.
            unsafe {
                let pages = memory.as_mut_ptr().with_addr(start).cast();
                libc::madvise(pages, end - start, libc::MADV_HUGEPAGE);
            }
        }
    }
    Ok(memory)
}

/// Begins to bring the cache line of `place` near the processor, if it can be told to.
///
/// The plain twin does nothing.
#[inline(always)]
pub fn fetch_ahead<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it reads nothing that a program
        // can see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Whether so many bytes could be had now.
pub fn is_room_for(bytes: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(bytes);
    // Memory that nobody looks at need not be asked for, and release builds do not.
    std::hint::black_box(&room);
    reserved.is_ok()
}
