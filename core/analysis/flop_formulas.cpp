// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/flop_formulas.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace stepscope::analysis {
namespace {

// A product that knows when it has left 64 bits.
class Count
{
public:
    Count& times(std::uint64_t factor)
    {
        m_valid = !__builtin_mul_overflow(m_value, factor, &m_value) && m_valid;
        return *this;
    }
    Count& times(std::span<const std::uint64_t> factors)
    {
        for (const std::uint64_t factor : factors)
            times(factor);
        return *this;
    }
    [[nodiscard]] std::optional<std::uint64_t> value() const { return m_valid ? std::optional(m_value) : std::nullopt; }

private:
    std::uint64_t m_value = 1;
    bool m_valid = true;
};

std::optional<FlopCount> one(const Count& count, unsigned products = 1)
{
    const auto value = count.value();
    return value ? std::optional(FlopCount {*value, products}) : std::nullopt;
}

const Dims& at(const std::vector<Dims>& dims, std::size_t index)
{
    static const Dims kNone;
    return index < dims.size() ? dims[index] : kNone;
}

std::optional<std::uint64_t> productOf(std::span<const std::uint64_t> dims)
{
    return Count().times(dims).value();
}

std::optional<MatrixProduct> plainProduct(const Dims& a, const Dims& b)
{
    if (a.size() == 2 && b.size() == 2 && a[1] == b[0])
        return MatrixProduct {1, a[0], a[1], b[1]};
    if (a.size() == 3 && b.size() == 3 && a[0] == b[0] && a[2] == b[1])
        return MatrixProduct {a[0], a[1], a[2], b[2]};
    return std::nullopt;
}

// Leading dimensions are broadcast; those of the first operand are rows where the second is one matrix.
std::optional<MatrixProduct> matmulProduct(const Dims& a, const Dims& b)
{
    if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2])
        return std::nullopt;
    const std::span<const std::uint64_t> leadA(a.data(), a.size() - 2);
    const std::span<const std::uint64_t> leadB(b.data(), b.size() - 2);
    if (leadB.empty()) {
        const auto rows = productOf({a.data(), a.size() - 1});
        return rows ? std::optional(MatrixProduct {1, *rows, a.back(), b.back()}) : std::nullopt;
    }
    Count batch;
    for (std::size_t i = 0; i < std::max(leadA.size(), leadB.size()); ++i) {
        const std::uint64_t mine = i < leadA.size() ? leadA[leadA.size() - 1 - i] : 1;
        const std::uint64_t its = i < leadB.size() ? leadB[leadB.size() - 1 - i] : 1;
        if (mine != its && mine != 1 && its != 1)
            return std::nullopt;
        batch.times(mine == 1 ? its : mine);
    }
    const auto count = batch.value();
    return count ? std::optional(MatrixProduct {*count, a[a.size() - 2], a.back(), b.back()}) : std::nullopt;
}

std::optional<MatrixProduct> linearProduct(const Dims& input, const Dims& weight)
{
    if (input.empty() || weight.size() != 2 || input.back() != weight[1])
        return std::nullopt;
    const auto rows = productOf({input.data(), input.size() - 1});
    return rows ? std::optional(MatrixProduct {1, *rows, weight[1], weight[0]}) : std::nullopt;
}

// Which arguments of a convolution say what; they differ from library to library.
struct ConvolutionForm
{
    std::string_view op;
    std::size_t stride;
    std::size_t padding;
    std::size_t dilation;
    std::size_t transposed; // 0: never
};
constexpr std::array<ConvolutionForm, 11> kConvolutions {{
    {"aten::conv1d", 3, 4, 5, 0},
    {"aten::conv2d", 3, 4, 5, 0},
    {"aten::conv3d", 3, 4, 5, 0},
    {"aten::convolution", 3, 4, 5, 6},
    {"aten::convolution_overrideable", 3, 4, 5, 6},
    {"aten::_convolution", 3, 4, 5, 6},
    {"aten::cudnn_convolution", 3, 2, 4, 0},
    {"aten::miopen_convolution", 4, 3, 5, 0},
    {"aten::miopen_depthwise_convolution", 4, 3, 5, 0},
    {"aten::mkldnn_convolution", 4, 3, 5, 0},
    {"aten::_conv_depthwise2d", 4, 5, 6, 0},
}};

const ConvolutionForm* convolutionForm(std::string_view op)
{
    for (const ConvolutionForm& form : kConvolutions) {
        if (form.op == op)
            return &form;
    }
    return nullptr;
}

const std::string& at(const std::vector<std::string>& constants, std::size_t index)
{
    static const std::string kNone;
    return index < constants.size() ? constants[index] : kNone;
}

// One number stands for all spatial dimensions.
std::optional<std::uint64_t> of(const Dims& numbers, std::size_t dimension)
{
    if (numbers.size() == 1)
        return numbers.front();
    return dimension < numbers.size() ? std::optional(numbers[dimension]) : std::nullopt;
}

// Places of the output: floor((in + 2 padding - dilation (filter - 1) - 1) / stride) + 1 in each dimension.
std::optional<Count> outputPlaces(
    const Dims& input, const Dims& weight, const ConvolutionForm& form, const std::vector<std::string>& constants)
{
    const Dims strides = numbersOf(at(constants, form.stride));
    const Dims paddings = numbersOf(at(constants, form.padding));
    const Dims dilations = numbersOf(at(constants, form.dilation));
    constexpr std::uint64_t kMost = std::uint64_t {1} << 40U; // no sum below leaves 64 bits
    Count places;
    for (std::size_t i = 2; i < input.size(); ++i) {
        const auto stride = of(strides, i - 2);
        const auto padding = of(paddings, i - 2);
        const auto dilation = of(dilations, i - 2);
        if (!stride || !padding || !dilation || *stride == 0 || weight[i] == 0 || *padding > kMost || input[i] > kMost)
            return std::nullopt;
        const auto reach = Count().times(*dilation).times(weight[i] - 1).value();
        const std::uint64_t room = input[i] + 2 * *padding;
        if (!reach || *reach >= room)
            return std::nullopt;
        places.times((room - *reach - 1) / *stride + 1);
    }
    return places;
}

std::optional<FlopCount> convolution(
    std::string_view op, const std::vector<Dims>& dims, const std::vector<std::string>& constants)
{
    const ConvolutionForm* form = convolutionForm(op);
    const Dims& input = at(dims, 0);
    const Dims& weight = at(dims, 1);
    if (form == nullptr || input.size() < 3 || weight.size() != input.size())
        return std::nullopt;
    const bool transposed = form->transposed > 0 && at(constants, form->transposed) == "True";
    std::optional<Count> places;
    if (transposed)
        places = Count().times({input.data() + 2, input.size() - 2});
    else
        places = outputPlaces(input, weight, *form, constants);
    return places ? one(places->times(2).times(input[0]).times(weight)) : std::nullopt;
}

// convolution_backward(gradient, input, weight, bias sizes, stride, padding, dilation, transposed, …, mask)
std::optional<FlopCount> convolutionBackward(const std::vector<Dims>& dims, const std::vector<std::string>& constants)
{
    const bool transposed = at(constants, 7) == "True";
    const Dims& gradient = at(dims, 0);
    const Dims& places = transposed ? at(dims, 1) : gradient;
    const Dims& weight = at(dims, 2);
    const std::string& mask = at(constants, 10); // "[True, True, False]": of input, weight, bias
    if (gradient.size() < 3 || places.size() != gradient.size() || weight.size() != gradient.size()
        || !mask.starts_with('['))
        return std::nullopt;
    const std::string_view text(mask);
    const bool ofInput = text.starts_with("[True");
    const bool ofWeight = text.substr(std::min(text.find(','), text.size())).starts_with(", True");
    const unsigned products = (ofInput ? 1U : 0U) + (ofWeight ? 1U : 0U);
    if (products == 0)
        return std::nullopt;
    return one(Count()
                   .times(std::uint64_t {2} * products)
                   .times(places[0])
                   .times({places.data() + 2, places.size() - 2})
                   .times(weight),
        products);
}

std::optional<FlopCount> attention(const Dims& query, const Dims& key, const Dims& value, bool backward)
{
    if (query.size() != 4 || key.size() != 4 || value.size() != 4 || query[3] != key[3] || key[2] != value[2])
        return std::nullopt;
    const std::uint64_t forQuery = backward ? 3 : 1;
    const std::uint64_t forValue = backward ? 2 : 1;
    const auto depth = Count().times(query[3]).times(forQuery).value();
    const auto valueDepth = Count().times(value[3]).times(forValue).value();
    std::uint64_t both = 0;
    if (!depth || !valueDepth || __builtin_add_overflow(*depth, *valueDepth, &both))
        return std::nullopt;
    return one(Count().times(2).times(query[0]).times(query[1]).times(query[2]).times(key[2]).times(both));
}

} // namespace

FlopRule flopRule(std::string_view op)
{
    static constexpr std::pair<std::string_view, FlopRule> kRules[] = {
        {"aten::mm", FlopRule::Product},
        {"aten::bmm", FlopRule::Product},
        {"aten::_scaled_mm", FlopRule::Product},
        {"aten::addmm", FlopRule::BiasedProduct},
        {"aten::_addmm_activation", FlopRule::BiasedProduct},
        {"aten::baddbmm", FlopRule::BiasedProduct},
        {"aten::matmul", FlopRule::Matmul},
        {"aten::linear", FlopRule::Linear},
        {"aten::convolution_backward", FlopRule::ConvolutionBackward},
        {"aten::scaled_dot_product_attention", FlopRule::Attention},
        {"aten::_scaled_dot_product_flash_attention", FlopRule::Attention},
        {"aten::_scaled_dot_product_efficient_attention", FlopRule::Attention},
        {"aten::_scaled_dot_product_cudnn_attention", FlopRule::Attention},
        {"aten::_scaled_dot_product_flash_attention_backward", FlopRule::AttentionBackward},
        {"aten::_scaled_dot_product_efficient_attention_backward", FlopRule::AttentionBackward},
        {"aten::_scaled_dot_product_cudnn_attention_backward", FlopRule::AttentionBackward},
    };
    for (const auto& [name, rule] : kRules) {
        if (name == op)
            return rule;
    }
    return convolutionForm(op) != nullptr ? FlopRule::Convolution : FlopRule::None;
}

std::optional<MatrixProduct> matrixProduct(FlopRule rule, const std::vector<Dims>& dims)
{
    switch (rule) {
    case FlopRule::Product:
        return plainProduct(at(dims, 0), at(dims, 1));
    case FlopRule::BiasedProduct:
        return plainProduct(at(dims, 1), at(dims, 2));
    case FlopRule::Matmul:
        return matmulProduct(at(dims, 0), at(dims, 1));
    case FlopRule::Linear:
        return linearProduct(at(dims, 0), at(dims, 1));
    default:
        return std::nullopt;
    }
}

std::optional<FlopCount> flopCount(
    std::string_view op, const std::vector<Dims>& dims, const std::vector<std::string>& constants)
{
    const FlopRule rule = flopRule(op);
    switch (rule) {
    case FlopRule::None:
        return std::nullopt;
    case FlopRule::Convolution:
        return convolution(op, dims, constants);
    case FlopRule::ConvolutionBackward:
        return convolutionBackward(dims, constants);
    case FlopRule::Attention:
        return attention(at(dims, 0), at(dims, 1), at(dims, 2), false);
    case FlopRule::AttentionBackward: // the gradient comes first
        return attention(at(dims, 1), at(dims, 2), at(dims, 3), true);
    default:
        break;
    }
    const auto product = matrixProduct(rule, dims);
    if (!product)
        return std::nullopt;
    return one(Count().times(2).times(product->batch).times(product->m).times(product->k).times(product->n));
}

} // namespace stepscope::analysis
