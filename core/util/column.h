// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Column<T>: a growing array of trivially copyable values in a mapping of its own. First touch of fresh pages is what
// costs most when millions of events are stored, so growth moves page tables (mremap) instead of copying, small pages
// are replaced by huge ones where the kernel offers them, and shrinkToFit()/release() give memory back at once. Not
// thread-safe; new elements of resize() are zero. Throws std::bad_alloc when the system has no memory left.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace stepscope {

namespace detail {
// No mapping reaches further than this beyond the bytes that were asked for.
inline constexpr std::size_t kLargestPage = std::size_t {64} << 10U;
// Grows or shrinks a private anonymous mapping, or for a few KiB a block of the heap, from oldBytes to newBytes (either
// may be 0). New bytes are zero. Throws std::bad_alloc.
void* remapPages(void* pages, std::size_t oldBytes, std::size_t newBytes);
} // namespace detail

template <class T> class Column
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Column() = default;
    explicit Column(std::size_t size) { resize(size); }
    Column(Column&& other) noexcept { swap(other); }
    Column& operator=(Column&& other) noexcept
    {
        Column moved(std::move(other));
        swap(moved);
        return *this;
    }
    Column(const Column&) = delete;
    Column& operator=(const Column&) = delete;
    ~Column() { release(); }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] T* data() { return m_data; }
    [[nodiscard]] const T* data() const { return m_data; }
    [[nodiscard]] T* begin() { return m_data; }
    [[nodiscard]] T* end() { return m_data + m_size; }
    [[nodiscard]] const T* begin() const { return m_data; }
    [[nodiscard]] const T* end() const { return m_data + m_size; }
    [[nodiscard]] T& operator[](std::size_t i) { return m_data[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return m_data[i]; }
    [[nodiscard]] T& back() { return m_data[m_size - 1]; }
    [[nodiscard]] const T& back() const { return m_data[m_size - 1]; }
    [[nodiscard]] std::span<const T> span() const { return {m_data, m_size}; }
    [[nodiscard]] std::size_t bytes() const { return m_capacity * sizeof(T); }

    void push_back(T value)
    {
        if (m_size == m_capacity)
            setCapacity(m_capacity ? m_capacity * 2 : (4096 + sizeof(T) - 1) / sizeof(T));
        m_data[m_size++] = value;
    }
    void reserve(std::size_t capacity)
    {
        if (capacity > m_capacity)
            setCapacity(capacity);
    }
    void resize(std::size_t size)
    {
        reserve(size);
        noteUsed();
        // Zero bytes as in fresh pages, not T {}: an invalid id, for one, is not zero.
        const std::size_t dirtyEnd = size < m_everUsed ? size : m_everUsed;
        if (m_size < dirtyEnd)
            std::memset(static_cast<void*>(m_data + m_size), 0, (dirtyEnd - m_size) * sizeof(T));
        m_size = size;
    }
    void clear()
    {
        noteUsed();
        m_size = 0;
    }
    void shrinkToFit()
    {
        noteUsed();
        setCapacity(m_size);
    }
    void release()
    {
        m_data = static_cast<T*>(detail::remapPages(m_data, m_capacity * sizeof(T), 0));
        m_size = m_capacity = m_everUsed = 0;
    }
    void swap(Column& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
        std::swap(m_everUsed, other.m_everUsed);
    }

private:
    void setCapacity(std::size_t capacity)
    {
        if (capacity > PTRDIFF_MAX / sizeof(T))
            throw std::bad_alloc();
        const std::size_t bytes = capacity * sizeof(T);
        m_data = static_cast<T*>(detail::remapPages(m_data, m_capacity * sizeof(T), bytes));
        m_capacity = capacity;
        // Pages that were given back come back as zeros.
        const std::size_t dirtyEnd = (bytes + detail::kLargestPage) / sizeof(T) + 1;
        m_everUsed = m_everUsed < dirtyEnd ? m_everUsed : dirtyEnd;
    }
    void noteUsed() { m_everUsed = m_everUsed < m_size ? m_size : m_everUsed; }

    T* m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
    std::size_t m_everUsed = 0; // elements at and beyond both this and m_size are still zero
};

} // namespace stepscope
